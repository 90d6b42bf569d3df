import * as sdk from "@/api/generated/added/sdk.gen";
import type { AddedItemBody } from "@/api/types";

export const postAddedItem = (body: AddedItemBody) => sdk.addItem({ body });
export const getIssuers = (q: string) => sdk.listIssuers({ query: { q } });
