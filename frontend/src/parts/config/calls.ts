import * as sdk from "@/api/generated/sdk.gen";

export const getConfig = () => sdk.showConfig();
