/** What a campaign must tell. */
export const campaignContent = {
  name: 'Reminders',
  sms_use_case: 'CUSTOMER_CARE',
  description: 'Reminders of appointments, to people who asked for them by phone.',
  sample1: 'Your appointment is tomorrow at ten.',
  sample2: 'Your appointment was moved to Friday.',
  message_flow: 'People are asked on the phone whether they would like a reminder.',
  opt_out_message: 'You will get no more messages from us.',
  help_message: 'Call us on the number you know.',
  number_pooling_required: false,
  direct_lending: false,
  embedded_link: false,
  embedded_phone: false,
  age_gated_content: false,
  lead_generation: false,
  terms_and_conditions: true,
};
