export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="entry-problem" id={id}>
      {text}
    </p>
  );
}
