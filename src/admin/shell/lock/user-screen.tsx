import { useId, type ReactElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { readSession } from '../../client/account/session.ts';
import { VisitorFrame } from '../../sign-in/visitor-frame.tsx';
import '../../sign-in/sign-in-form.css';

/** Renders a screen over everything; the page behind stays as it is. Returns a function that removes the screen. */
export function drawOver(id: string, screen: ReactElement): () => void {
  const container = document.createElement('div');
  container.id = id;
  document.body.append(container);
  const root = createRoot(container);
  root.render(screen);
  return () => {
    root.unmount();
    container.remove();
  };
}

type UserScreenProps = {
  product: string;
  title: string;
  lead: string;
  /** The text of the button that leaves the screen. */
  leave: string;
  /** A dialog over the page, which stays in sight; otherwise the screen covers it. */
  isDialog?: true;
  onLeave: () => void;
  children: (email: string) => ReactNode;
};

/** A small version of the sign-in page for the signed-in user. */
export function UserScreen({ product, isDialog, ...texts }: UserScreenProps) {
  const { title, lead, leave, onLeave, children } = texts;
  const user = readSession()?.user;
  const heading = useId();
  const content = (
    <>
      <h1 id={heading}>{title}</h1>
      <p className="entry-lead">
        {user && (
          <>
            <strong>{user.name}</strong> ({user.email})
            <br />
          </>
        )}
        {lead}
      </p>
      {children(user?.email ?? '')}
      <p className="entry-ways">
        <button type="button" onClick={onLeave}>
          {leave}
        </button>
      </p>
    </>
  );
  if (isDialog)
    return (
      <div className="entry entry-dialog" role="dialog" aria-modal="true" aria-labelledby={heading}>
        {content}
      </div>
    );
  return (
    <VisitorFrame name={product} hasChoices={false}>
      {content}
    </VisitorFrame>
  );
}
