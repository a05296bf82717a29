/** Gives the fields one tries a call with the names that stand beside them; the library gives them none. */
export function nameFields(box: HTMLElement): void {
  new MutationObserver(() => {
    for (const field of box.querySelectorAll('select, textarea')) {
      if (field.hasAttribute('aria-label')) continue;
      const parameter = field.closest<HTMLElement>('[data-param-name]')?.dataset['paramName'];
      const isBody = field.matches('.body-param__text');
      field.setAttribute('aria-label', parameter ?? (isBody ? 'Request body' : 'Media type'));
    }
  }).observe(box, { childList: true, subtree: true });
}
