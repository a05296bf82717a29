import type { Problem } from '../fields/problem.ts';

/** Something wrong with the descriptor as it was last saved, and where, when it has a place. */
export type DescriptorTrouble = Problem & { file: string; line?: number; column?: number };

/** What happens to the descriptor while we run. */
export type DescriptorNews = {
  /** Nothing while the file is right, or is not watched. */
  troubles(): readonly DescriptorTrouble[];
  /** Hears of another descriptor, and of other troubles; answers how to stop. */
  subscribe(heard: () => void): () => void;
};
