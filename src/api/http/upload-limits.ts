/** What a file on its way in may cost. A person has two at once on each server. */
export type UploadLimits = {
  /** The bytes of a part, except of the last one. A part with fewer is refused, or lost with its line. */
  leastPart: number;
  /** A part is stored as a whole, so it is no larger than a server may hold back when the line is cut. */
  mostPart: number;
  /** Each part is a file in the store until the last one is there. */
  mostParts: number;
  /** Milliseconds without a byte. Fewer than the HTTP server allows, which cuts the line without an answer. */
  idle: number;
  /** Milliseconds that any body may take. */
  grace: number;
  /** Bytes for which it may take another second. */
  leastSpeed: number;
};

const usual: UploadLimits = {
  leastPart: 100_000,
  mostPart: 64_000_000,
  mostParts: 10_000,
  idle: 25_000,
  grace: 60_000,
  leastSpeed: 5_000,
};

export function uploadLimitsOf({
  uploadLimits,
}: {
  uploadLimits?: Partial<UploadLimits>;
}): UploadLimits {
  return { ...usual, ...uploadLimits };
}

/** Whether so many bytes took too long, in milliseconds. */
export function isTooSlow(
  { grace, leastSpeed }: UploadLimits,
  bytes: number,
  time: number,
): boolean {
  return time > grace + (bytes / leastSpeed) * 1_000;
}
