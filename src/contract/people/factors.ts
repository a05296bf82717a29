import type { AnswerOf } from '../answer-of.ts';
import { z } from 'zod';
import { Provider } from './identities.ts';
import { count, moment, nullableMoment, text } from '../parts.ts';

export const factorKinds = ['totp', 'passkey'] as const;

export const Factor = z
  .object({
    id: text,
    kind: z.enum(factorKinds).describe('`totp`: the codes of an authenticator app.'),
    name: text,
    createdAt: moment,
    usedAt: nullableMoment,
  })
  .meta({ id: 'Factor' });

export type Factor = AnswerOf<typeof Factor>;

export const Factors = z.object({
  data: z.array(Factor),
  recoveryCodes: count.describe('The recovery codes that are left.'),
  required: z.boolean().describe('Whether the role of the user requires a second factor.'),
  deadline: nullableMoment.describe(
    'When a user without a second factor needs one; null if there is no such time.',
  ),
});

export type Factors = AnswerOf<typeof Factors>;

/** The ways in which a user can prove their identity. */
export const ProofWays = z.object({
  password: z.boolean().describe('Whether the user has a password.'),
  factors: z.array(z.enum([...factorKinds, 'recoveryCode'])),
  providers: z.array(Provider).describe('The providers that are connected with the user.'),
});

export type ProofWays = AnswerOf<typeof ProofWays>;

/** Options for `navigator.credentials`, as WebAuthn writes them in JSON. */
export const PasskeyOptions = z.looseObject({ challenge: text });

export const NewFactor = Factor.extend({
  secret: text
    .optional()
    .describe('`totp`: the key for the app, in Base32. It is not shown again.'),
  uri: text.optional().describe('`totp`: the same as an `otpauth:` address, for a QR code.'),
  options: PasskeyOptions.optional().describe('`passkey`: the options to create it.'),
}).meta({ id: 'NewFactor' });

export type NewFactor = AnswerOf<typeof NewFactor>;

export const ConfirmedFactor = Factor.extend({
  recoveryCodes: z
    .array(text)
    .optional()
    .describe('With the first factor. Each signs in once; they are not shown again.'),
}).meta({ id: 'ConfirmedFactor' });

export const RecoveryCodes = z.object({ recoveryCodes: z.array(text) });
