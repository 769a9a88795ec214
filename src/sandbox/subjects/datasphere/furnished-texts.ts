/** The texts of the sample documents. Their URLs are never requested. */
export const FURNISHED: Readonly<Record<string, string>> = {
  'https://example.com/handbook/returns.txt': `Returns and refunds

Anything bought in our shop can be sent back within 30 days. It must be unused and in its box.

To send something back, write to office@example.com or call the support number. We will send you a label to print. Stick it on the parcel and take it to the nearest post office.

A refund is paid within five working days after the parcel has come. It goes back to the card or the account that paid. The cost of sending is refunded only when the mistake was ours.

Broken or wrong goods are replaced without asking for the old ones. A photo of the damage is enough.

Gift cards and personal orders cannot be returned.
`,
  'https://example.com/handbook/opening-hours.txt': `Opening hours and telephone

The front desk is open from Monday to Friday between 9 and 18 o'clock, Pacific time. On Saturdays it is open from 10 to 14. It is closed on Sundays and on public holidays.

Support answers calls on working days between 7 and 19 o'clock. Outside of these hours the call goes to voicemail, and we ring back the next working day.

Urgent problems with a delivery can be told to the night line at any hour. Say the number of your order when you are asked for it.

Sales can be reached from 9 to 17 o'clock. Groups and schools get a price of their own.
`,
};
