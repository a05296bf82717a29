/** Where the words of emails are, and the key under which the page has read them. */
export const mailTextsPath = '/api/admin/mailtexts';
export const mailTextsKey = ['mailtexts'];
