import { Status } from './status.tsx';

/** The problem of an input as its helper text. It is read aloud, because the focus stays where it is. */
export function spokenProblem(problem: string | null | undefined) {
  return problem ? <Status as="span">{problem}</Status> : undefined;
}
