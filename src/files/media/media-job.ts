import type { FoundType } from './detect-type.ts';

/** The width and height as the picture is shown, in pixels. Only what is known. */
export type MediaFacts = { width?: number; height?: number };

/** The sizes of pictures made from files, by the most pixels of their longest side. */
export const pictureSizes = { small: 192, large: 1600 } as const;
export type PictureSize = keyof typeof pictureSizes;

/** All that a process of the media readers can do with a file on disk. */
export type MediaJobs = {
  type(path: string, name: string): Promise<FoundType>;
  inspect(path: string, type: string): Promise<MediaFacts>;
  picture(path: string, type: string, to: string, size: PictureSize): Promise<boolean>;
  text(path: string, type: string): Promise<{ pages: string[] }>;
  stripLocation(path: string, type: string): Promise<boolean>;
};

export type MediaJob = keyof MediaJobs;

/** Sent to the process: one at a time. */
export type MediaRequest = { job: MediaJob; args: readonly string[] };

/** Sent back: the result, or why the file could not be read. */
export type MediaAnswer = { value: unknown } | { reason: string };
