import type { CheckName } from '../../../contract/checks.ts';
import type { CheckReason } from '../../../fields/problems/check-reasons.ts';
import type { TemplateParams } from '../../../fields/problems/fill-template.ts';
import type { ApiServices } from '../../api-services.ts';

/** What a check found out. `warning`: the server works, but somebody must act. `failed`: it is not ready. */
export type Finding =
  { state: 'ok' } | { state: 'warning' | 'failed'; reason: CheckReason; params?: TemplateParams };

/** One part of the installation that may not work. */
export type Check = {
  name: CheckName;
  /** Milliseconds for which a result is used. */
  fresh: number;
  /** What a check that throws or takes too long has found. */
  broken: Finding;
  /** Whether the installation has this part. */
  applies?(services: ApiServices): boolean;
  run(services: ApiServices): Promise<Finding>;
};

export const fine: Finding = { state: 'ok' };

export function warn(reason: CheckReason, params?: TemplateParams): Finding {
  return { state: 'warning', reason, ...(params && { params }) };
}

export function fail(reason: CheckReason, params?: TemplateParams): Finding {
  return { state: 'failed', reason, ...(params && { params }) };
}

/** Bytes. With less free space a disk counts as full: PostgreSQL needs some for what it has begun. */
export const LEAST_FREE = 64 * 2 ** 20;
/** Bytes. With less free space somebody should act. */
export const LITTLE_FREE = 2 ** 30;
