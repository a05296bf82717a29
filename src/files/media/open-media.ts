import { rm } from 'node:fs/promises';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { hasWords } from '../../fields/files/file-settings.ts';
import type { FoundType } from './detect-type.ts';
import type { MediaFacts, MediaJob, MediaJobs, PictureSize } from './media-job.ts';
import { openMediaProcess, type Failed, type MediaLimits } from './media-process.ts';

/** Reads files on disk by their content. What cannot be read is an answer, never an exception. */
export type Media = {
  /** The MIME type by content, `application/octet-stream` if it is unknown, and the encoding of a text not in UTF-8. */
  type(path: string, name: string): Promise<FoundType>;
  /**
   * Reads only the header of a picture. One of more than 100 megapixels is a problem; what cannot be read, and what is
   * no picture, has no facts.
   */
  inspect(path: string, type: string): Promise<MediaFacts | Problem>;
  /**
   * Writes a WebP at `to`, upright and without metadata, of a picture or of the first page of a PDF. Its longest side
   * is at most 192 (`small`) or 1600 (`large`) pixels. False for types without pictures. If it is not true, nothing is
   * at `to`.
   */
  picture(path: string, type: string, to: string, size: PictureSize): Promise<boolean | Failed>;
  /**
   * The words of a document, in NFC and without control characters: a text for each page of a PDF and each slide, one
   * for all others. At most 2,000 pages and 5 MB in all. Empty for types without words.
   */
  text(path: string, type: string): Promise<{ pages: string[] } | Failed>;
  /**
   * Removes where a picture was taken (EXIF and XMP) from the file itself. The picture stays the same to the bit, and
   * so does the size. Whether the file was changed; a problem if the location may still be there.
   */
  stripLocation(path: string, type: string): Promise<boolean | Problem>;
  close(): void;
};

/** The most pixels of a picture, in millions. */
const MOST_MEGAPIXELS = 100;

const pictures = /^image\/(jpeg|a?png|webp|gif|tiff|avif|hei[cf](-sequence)?)$/;

/** Whether pictures can be made of files of a type. */
export function hasPicture(type: string): boolean {
  return pictures.test(type) || type === 'application/pdf';
}

/** Seconds for each job. */
const times: Readonly<Record<MediaJob, number>> = {
  type: 20,
  inspect: 20,
  picture: 20,
  text: 60,
  stripLocation: 20,
};

export const mediaLimits: MediaLimits = { megabytes: 350, seconds: times, idleSeconds: 30 };

/** The log of the server: a broken file is no concern of its admin, a file that exhausts its reader may be. */
type MediaLog = Readonly<Record<'info' | 'warn', (fields: object, message: string) => void>>;

/**
 * Opens the reading of files. Nothing starts before the first job. Uploads have a process of their own, so that
 * none of them waits for the text of a long document.
 */
export function openMedia(log: MediaLog, limits = mediaLimits): Media {
  const uploads = openMediaProcess(limits, 0);
  const background = openMediaProcess(limits, 5);

  async function run<Job extends MediaJob>(
    reader: typeof uploads,
    job: Job,
    ...args: Parameters<MediaJobs[Job]>
  ): Promise<Awaited<ReturnType<MediaJobs[Job]>> | Failed> {
    const outcome = await reader.run(job, args);
    if ('value' in outcome) return outcome.value as Awaited<ReturnType<MediaJobs[Job]>>;
    const { reason, ...failed } = outcome;
    const level = failed.failed === 'broken' ? 'info' : 'warn';
    log[level]({ job, type: args[1], ...failed, reason }, 'a file could not be read');
    return failed;
  }

  return {
    async type(path, name) {
      const result = await run(uploads, 'type', path, name);
      return 'failed' in result ? { type: 'application/octet-stream' } : result;
    },
    async inspect(path, type) {
      if (!pictures.test(type)) return {};
      const facts = await run(uploads, 'inspect', path, type);
      if ('failed' in facts) return {};
      const megapixels = ((facts.width ?? 0) * (facts.height ?? 0)) / 1e6;
      return megapixels > MOST_MEGAPIXELS
        ? problem('V071', '', { pixels: Math.ceil(megapixels), max: MOST_MEGAPIXELS })
        : facts;
    },
    async picture(path, type, to, size) {
      if (!hasPicture(type)) return false;
      const result = await run(background, 'picture', path, type, to, size);
      if (result !== true) await rm(to, { force: true });
      return result;
    },
    text: async (path, type) =>
      hasWords(type) ? await run(background, 'text', path, type) : { pages: [] },
    async stripLocation(path, type) {
      const isChanged = await run(uploads, 'stripLocation', path, type);
      return typeof isChanged === 'boolean' ? isChanged : problem('V072', '');
    },
    close() {
      uploads.close();
      background.close();
    },
  };
}
