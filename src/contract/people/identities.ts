import type { AnswerOf } from '../answer-of.ts';
import { z } from 'zod';
import { moment, nullableMoment, nullableText, text } from '../parts.ts';

export const Provider = z.object({
  name: text.describe('Part of its addresses: `/api/oidc/{name}/start`.'),
  label: text.describe('What its button says.'),
});

/** How people sign in. */
export const SignInWays = z.object({
  passwords: z.boolean().describe('Whether a password, or a passkey alone, signs in.'),
  providers: z.array(Provider),
});

export type SignInWays = AnswerOf<typeof SignInWays>;

export const ProviderAddress = z.object({
  url: text.describe('Where to send the browser.'),
});

export type ProviderAddress = AnswerOf<typeof ProviderAddress>;

/** A connection of a user with a provider of identities. */
export const Identity = z
  .object({
    id: text,
    provider: text,
    label: text.describe('The name of the provider, or its address if it is no longer configured.'),
    email: nullableText.describe('As the provider told it.'),
    createdAt: moment,
    usedAt: nullableMoment,
  })
  .meta({ id: 'Identity' });

export type Identity = AnswerOf<typeof Identity>;

export const Identities = SignInWays.extend({ data: z.array(Identity) });

export type Identities = AnswerOf<typeof Identities>;
