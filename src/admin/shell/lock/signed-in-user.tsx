import { readSession } from '../../client/session.ts';

/** Whose session it is, before what is asked of them. */
export function SignedInUser() {
  const user = readSession()?.user;
  return (
    user && (
      <>
        <strong>{user.name}</strong> ({user.email})
        <br />
      </>
    )
  );
}
