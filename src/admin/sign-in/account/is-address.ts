/** Whether this may be an address of mail: something, an @, something with a dot. The server knows it better. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
