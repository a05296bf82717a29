/** The words of the screens, in each language of the installation. */
export const texts = {
  broken: { en: 'Broken machines: {count}', de: 'Defekte Maschinen: {count}' },
  onPage: {
    en: 'Broken machines on this page: {count}',
    de: 'Defekte Maschinen auf dieser Seite: {count}',
  },
  note: { en: 'Last note: {note}', de: 'Letzte Notiz: {note}' },
};
