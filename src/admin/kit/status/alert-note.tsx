/** Why a sign-in or a proof is refused, read aloud at once; nothing without a text. */
export function AlertNote({ text }: { text: string | undefined }) {
  return text ? (
    <p className="entry-note" role="alert">
      {text}
    </p>
  ) : null;
}
