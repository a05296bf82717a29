/** The package has no types; its keys are some of react-admin's. */
declare module 'ra-language-german' {
  const messages: { ra: Record<string, Record<string, unknown>> };
  export default messages;
}
