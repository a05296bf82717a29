import type { Language } from '../fields/languages.ts';
import type { MailData, MailKind } from '../store/system/outbox/mail-kinds.ts';

/** What a mail says, in one language, before it is plain text and HTML. */
export type Letter = {
  subject: string;
  /** Paragraphs; what people typed in them is safe to show, not to be trusted. */
  before: readonly string[];
  /** Name and value, a line each. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Where to go on: the path of a screen. */
  button?: { label: string; path: string };
  after?: readonly string[];
};

/** What every mail of an installation may name. */
type Place = {
  /** Of the app. */
  title: string;
  /** Of the link; '' where the kind has none. */
  token: string;
  /** How long the link works, in hours. */
  hours: number;
};

/** One kind of mail in every language; a missing language does not compile. */
export type MailWords<Kind extends MailKind> = Record<
  Language,
  (data: MailData[Kind], place: Place) => Letter
>;
