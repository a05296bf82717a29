/** All that server code of an installation imports of the product. Every name here is explained in `docs/extending.md`. */
export { defineAction } from './actions/define-action.ts';
export { defineField } from './extending/define-field.ts';
export { defineHook } from './extending/define-hook.ts';
export { defineInstallation } from './extending/define-installation.ts';
export { defineRoute } from './extending/define-route.ts';
export { answerJson } from './http/answer/answer.ts';
export { refuse } from '../services/refusal.ts';
export { problem } from '../fields/problems/problem.ts';
export { languageOf } from '../store/system/accounts/preferences.ts';
export { queueMail } from '../store/system/outbox/queue-mail.ts';
export type { Resource } from '../descriptor/descriptor.ts';
export type { Problem } from '../fields/problems/problem.ts';
export type { Actor, QueryRunner, Store, StoredRecord } from '../store/store.ts';
export type { UserCall } from './http/call.ts';
export type { Refusal } from '../services/refusal.ts';
export { addDays, toLocalDay } from '../fields/text/time-zone.ts';
