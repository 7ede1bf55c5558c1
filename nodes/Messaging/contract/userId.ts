/** Two letters, a dot and up to 128 letters and digits, also with `ENT` between: a person who shows no phone number. */
const userId = /^[a-z]{2}\.(ent\.)?[a-z\d]{1,128}$/i;

/** Whether a text is the platform's ID of a person, and no phone number. */
export const isUserId = (text: string): boolean => userId.test(text.trim());
