import type { Notices } from './account/notices.tsx';
import type { ReactNode } from 'react';

/** What a page gets: the parts of its address, and the functions that show notices. */
export type AccountPageProps = Notices &
  Pick<SignInCalls, 'enter' | 'leaveTo'> & { id: string; token: string };

export type SignInCalls = {
  /** Starts to load what follows the sign-in; called as soon as the user types. */
  prepare: () => void;
  /** Opens the app, once the session is stored. */
  enter: () => Promise<void>;
  /** Leaves the document, for a provider of identities. */
  leaveTo: (url: string) => void;
};

/** A page for visitors other than the sign-in page. Its notice stays when the page leads to another one. */
export type VisitorPageProps = {
  path: string;
  tell: (notice: ReactNode) => void;
  calls: SignInCalls;
};
