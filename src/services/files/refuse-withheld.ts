import { problem } from '../../fields/problems/problem.ts';
import type { WithheldBlob } from '../../store/system/files/stored-files.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The refusal of a file because of the virus scanner; `path` names it among others. */
export function refuseWithheld({ isInfected }: WithheldBlob, path = ''): Refusal {
  return isInfected
    ? refuse(problem('V068', path), { status: 403 })
    : refuse(problem('S038', path), { headers: { 'Retry-After': '10' } });
}
