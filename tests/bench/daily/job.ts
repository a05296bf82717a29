import { expect as expectNow } from '@playwright/test';
import type { Installation } from './installation.ts';

/** A job of a working day. */
export type Job = {
  name: string;
  /** The number of actions in an earlier version of the app. */
  before: string;
  /** Prepares the records by the API, works with counted hands, and checks the result. */
  work(installation: Installation): Promise<void>;
};

/** Waits for a state of the page, also on a busy machine. */
export const expect = expectNow.configure({ timeout: 20_000 });
