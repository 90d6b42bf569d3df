import * as sdk from "@/api/generated/account/sdk.gen";
import * as requests from "@/api/generated/requests/sdk.gen";
import type { Credentials } from "@/parts/accounts/credentialCalls";

export const postPasswordReset = (email: string) => sdk.requestPasswordReset({ body: { email } });
export const checkPasswordReset = (token: string) => sdk.showPasswordReset({ body: { token } });
export const confirmPasswordReset = (body: { token: string; password: string }) =>
  sdk.confirmPasswordReset({ body });
export const postPassword = (body: { currentPassword: string; newPassword: string }) =>
  sdk.changePassword({ body });
export const patchContact = (phoneNumber: string | null) =>
  sdk.updateContact({ body: { phoneNumber } });
export const postEmailChange = (body: { email: string; password: string }) =>
  sdk.requestEmailChange({ body });
export const postNumber = (userId: number, phoneNumber: string) =>
  requests.requestTexts({ body: { userId, phoneNumber } });
export const deleteNumber = (id: number) => requests.turnTextsOff({ path: { id } });
export const postEmailLink = () => sdk.requestEmailLink();
export const confirmEmailChange = (token: string) => sdk.confirmEmailChange({ body: { token } });
export const getOwnSessions = () => sdk.listSessions();
export const postSessionEnd = (id: number, body: Credentials) =>
  sdk.endSession({ path: { id }, body });
export const postOtherSessionsEnd = (body: Credentials) => sdk.endOtherSessions({ body });
/** Sends the code of the second factor after the password was accepted. */
export const postCode = (code: string) => sdk.enterCode({ body: { code } });
export const checkInvitation = (token: string) => sdk.showInvitation({ body: { token } });
export const acceptInvitation = (body: { token: string; fullName?: string; password?: string }) =>
  sdk.acceptInvitation({ body });
export const postCloseAccount = (body: Credentials) => sdk.closeAccount({ body });

/** URL of the ZIP file with the data stored about the user. */
export const OWN_DATA = "/api/account/data";
