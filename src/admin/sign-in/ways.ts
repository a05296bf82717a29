import type { ReactNode } from 'react';
import type { SignInWays } from '../../contract/people/identities.ts';

export type ProviderButtonsProps = {
  leaveTo: (url: string) => void;
  /** The link of a mail, whose account is connected by signing in. */
  account?: { id: string; token: string };
};

type Ways = SignInWays & {
  /** Of the providers; absent if there are none. */
  Buttons?: (props: ProviderButtonsProps) => ReactNode;
};

/** How people sign in here. Until the server has told, and without its answer, by a password. */
export const signInWays: Ways = { passwords: true, providers: [] };
