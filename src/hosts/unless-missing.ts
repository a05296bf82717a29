/** Returns what is read, or undefined if there is no such file. */
export async function unlessMissing<Read>(
  reading: Promise<Read>,
  codes: readonly unknown[] = ['ENOENT'],
): Promise<Read | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
