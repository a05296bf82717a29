import type { TreeTexts } from '../../en/list/tree.ts';

export const texts: TreeTexts = {
  opened: '{title} ist offen',
  closed: '{title} ist geschlossen',
  open: '{title} öffnen',
  close: '{title} schließen',
  level: 'Ebene {level}',
  more: 'Mehr zeigen{?count}',
  moreIn: 'Mehr in {title} zeigen{?count}',
  count: ': {shown} von {total} gezeigt',
  loading: 'Wird geladen …',
  failed: 'Die Datensätze unter {title} konnten nicht geladen werden.',
  failedMore: 'Weitere Datensätze konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
};
