/** Whether this may be an email address: something, an @, something with a dot. The server checks it properly. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
