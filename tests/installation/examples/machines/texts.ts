/** The words of the screens, in each language of the installation. */
export const texts = {
  broken: { en: 'Broken machines: {count}', de: 'Defekte Maschinen: {count}' },
  note: { en: 'Last note: {note}', de: 'Letzte Notiz: {note}' },
};
