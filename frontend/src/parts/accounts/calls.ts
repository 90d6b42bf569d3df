import * as sdk from "@/api/generated/sdk.gen";
import type { SignUpBody } from "@/api/types";

export const getSession = () => sdk.showSession();
export const extendSession = () => sdk.extendSession();
export const postLogout = () => sdk.logOut();
export const postAuthenticate = (body: { email: string; password: string }) => sdk.logIn({ body });
export const postUser = (body: SignUpBody) => sdk.signUp({ body });
