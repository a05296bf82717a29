/** The screen where a password is chosen without the old one. */
export function toPasswordPath(userId: string, token: string): string {
  return `/resetpassword/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`;
}
