import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from './texts.ts';
import { VisitorPages, type SignInDoors } from './visitor-pages.tsx';

/** Draws what a visitor sees; answers how to take it away again. */
export async function drawSignIn(container: HTMLElement, doors: SignInDoors): Promise<() => void> {
  await loadTexts();
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <VisitorPages {...doors} />
    </StrictMode>,
  );
  return () => root.unmount();
}
