import { mayDo, mayAdminister } from '../../descriptor/access.ts';
import type { Acting } from '../acting.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { type Job, jobKinds } from '../../contract/jobs.ts';

/** A job and its collection. */
export type FoundJob = { job: Job; resource: Resource };

/** Whether a job belongs to somebody, and they may do what it does. */
export function hasJob(
  { descriptor, role, user, key }: Pick<Acting, 'descriptor' | 'role' | 'user' | 'key'>,
  { job, resource }: FoundJob,
): boolean {
  const isTheirs = job.createdBy === user._id || mayAdminister(descriptor, role);
  // A file has fields that a key may not see, so a key has only its own jobs.
  const isForKey = key === undefined || job.apiKey === key.id;
  if (!isTheirs || !isForKey) return false;
  const needs = jobKinds[job.kind];
  return needs === undefined || mayDo(descriptor, role, resource, needs);
}
