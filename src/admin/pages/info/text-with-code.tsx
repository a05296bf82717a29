/** A text whose commands stand in backticks, such as ``run `npx backoffice plan` ``. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    const isCode = at % 2 === 1;
    // A text keeps its order.
    return isCode ? <code key={at}>{part}</code> : part;
  });
}
