import { useEffect } from 'react';

/** The server writes the installation's name into the title of the page. */
export const productName = document.title;

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`;
    return () => {
      document.title = productName;
    };
  }, [title]);
}
