import type { FileProblem } from '../contract/meta.ts';

/** What happens to the descriptor while we run. */
export type DescriptorNews = {
  /** Nothing while the file is right, or is not watched. */
  troubles(): readonly FileProblem[];
  /** Hears of another descriptor, and of other troubles; answers how to stop. */
  subscribe(heard: () => void): () => void;
};
