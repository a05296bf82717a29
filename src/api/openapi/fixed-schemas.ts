import { Profile, Session, User } from '../../contract/accounts.ts';
import { Problem } from '../../contract/problem.ts';
import { BulkSummary } from '../../contract/summary.ts';
import { toComponents } from '../http/operation/answer-schema.ts';
import type { Schema } from '../http/operation/operation.ts';
import { viewSchema } from '../preferences/desk-operations.ts';

/** Schemas that are the same in every installation. */
export const fixedSchemas: Readonly<Record<string, Schema>> = {
  ...toComponents([Problem, User, Profile, Session, BulkSummary]),
  View: viewSchema,
};
