import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { MediaAnswer, MediaJobs, MediaRequest } from './media-job.ts';

/*
 * Reads untrusted pictures and documents in a process of its own: the worst that any file can do is end it. Each
 * library is loaded by the first job that needs it.
 */

const PDF = 'application/pdf';

const jobs: MediaJobs = {
  type: async (...args) => (await import('./detect-type.ts')).detectType(...args),
  inspect: async (path) => (await import('./picture.ts')).inspectPicture(path),
  picture: async (path, type, to, size) =>
    type === PDF
      ? (await import('./pdf.ts')).drawFirstPage(path, to, size)
      : (await import('./picture.ts')).makePicture(path, type, to, size),
  text: async (path, type) => {
    if (type === PDF) return (await import('./pdf.ts')).readPdfText(path);
    return (await import('./document-text.ts')).readDocumentText(path, type);
  },
  stripLocation: async (...args) =>
    (await import('./location/strip-location.ts')).stripLocation(...args),
};

yieldToOthers();
process.on('disconnect', () => process.exit());
process.on('message', ({ job, args }: MediaRequest) => {
  (jobs[job] as (...args: readonly string[]) => Promise<unknown>)(...args).then(
    (value) => answer({ value }),
    (error: unknown) => answer({ reason: String(error) }),
  );
});

function answer(message: MediaAnswer): void {
  process.send?.(message);
}

/** Others come first by the niceness that the server gave, and this process ends first when memory is short. */
function yieldToOthers(): void {
  try {
    setPriority(Math.min(19, getPriority() + Number(process.argv[2])));
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems than Linux, or without permission: the process then has the usual priority.
  }
}
