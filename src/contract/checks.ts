import { z } from 'zod';
import { checkReasons, type CheckReason } from '../fields/problems/check-reasons.ts';
import type { TemplateParams } from '../fields/problems/fill-template.ts';
import type { AnswerOf } from './answer-of.ts';
import { moment, text } from './parts.ts';

const checkNames = [
  'database',
  'tables',
  'disk',
  'files',
  'pointInTime',
  'mail',
  'replica',
  'scanner',
  'signIn',
  'backup',
  'formerData',
] as const;

export type CheckName = (typeof checkNames)[number];

/** How a part of the installation is. */
export const Check = z
  .object({
    name: z.enum(checkNames),
    state: z
      .enum(['ok', 'warning', 'failed'])
      .describe('`warning`: the server works. `failed`: it is not ready for all requests.'),
    ms: z.number().describe('How long the check took.'),
    at: moment.describe('When it began. A result is used for up to 30 seconds.'),
    reason: z.enum(Object.keys(checkReasons) as CheckReason[]).optional(),
    message: text.optional().describe('What is wrong.'),
    advice: text.optional().describe('What to do.'),
    params: z
      .custom<TemplateParams>()
      .optional()
      .meta({ type: 'object', description: 'The values in the message.' }),
  })
  .meta({ id: 'Check' });

export type Check = AnswerOf<typeof Check>;
