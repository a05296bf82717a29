/**
 * A Markdown text as one line of words, for lists and titles: without the marks of headings, lists, emphasis and links.
 * It only removes marks and understands no structure, so that a list needs no parser.
 */
export function plainWords(text: string): string {
  return (
    text
      .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, '')
      .replace(
        /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/gm,
        '',
      )
      .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, '')
      .replace(/!?\[([^\]\n]*)\]\([^()\s]*(?:[ \t]+"[^"\n]*")?\)/g, '$1')
      .replace(/<((?:https?:|mailto:)[^<>\s]+)>/g, '$1')
      .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
      // An underscore inside a word is part of it.
      .replace(/(^|[^\p{L}\p{N}\\])([*_`])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gmu, '$1$3')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
