/** The first digits and the lengths that issuers use. Shorter numbers of others look like phone numbers. */
const ISSUED =
  /^(?:4\d{15}(?:\d{3})?|3[47]\d{13}|(?:5[1-5]|2[2-7])\d{14}|3(?:0[0-5]|[68]\d)\d{11,16}|35\d{14,17}|(?:50|5[6-9]|6\d)\d{14,17})$/;

/** Whether digits in any text can be nothing but the number of a payment card. */
export const isCardNumber = (digits: string): boolean => ISSUED.test(digits) && hasCheckDigit(digits);

/** Whether 12 to 19 digits pass the Luhn check. */
export function hasCheckDigit(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
