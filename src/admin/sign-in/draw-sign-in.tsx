import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInPage } from './sign-in-page.tsx';
import { loadTexts } from './texts.ts';
import { UnknownPage } from './unknown-page.tsx';

export type SignInDoors = {
  /** Whether the address is one of the sign-in page or of a page behind it. */
  known: boolean;
  /** Begins to load what comes next; called as soon as somebody types. */
  prepare: () => void;
  /** The session is there: on to the app. */
  enter: () => Promise<void>;
};

/** Draws what a visitor sees; answers how to take it away again. */
export async function drawSignIn(
  container: HTMLElement,
  { known, prepare, enter }: SignInDoors,
): Promise<() => void> {
  await loadTexts();
  const root = createRoot(container);
  root.render(
    <StrictMode>
      {known ? <SignInPage prepare={prepare} enter={enter} /> : <UnknownPage />}
    </StrictMode>,
  );
  return () => root.unmount();
}
