import { afterAll } from 'vitest';
import { mediaLimits, openMedia } from '../../src/files/media/open-media.ts';

/** The readers of files, closed after the last test of a file or, with `onTestFinished`, after this test; with their log. */
export function openTestMedia(
  limits: Partial<typeof mediaLimits> = {},
  after: (close: () => void) => void = afterAll,
) {
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => void warnings.push(fields) };
  const media = openMedia(log, { ...mediaLimits, ...limits });
  after(() => media.close());
  return { media, warnings };
}
