import { useTitle } from '../sign-in/product-name.ts';
import { useVisitorTexts } from '../sign-in/visitor-texts.ts';

/** For an address that is no page, whoever asks (specification, §2: it has no guard). */
export function UnknownPage() {
  const { unknown } = useVisitorTexts();
  useTitle(unknown.title);
  return (
    <>
      <h1>{unknown.title}</h1>
      <p className="entry-lead">{unknown.text}</p>
      <a className="entry-button" href="/login">
        {unknown.toSignIn}
      </a>
    </>
  );
}
