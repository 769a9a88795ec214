/** The kernel's icon: two sockets of a patch panel with a cable between them. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect x="2" y="2" width="60" height="60" rx="12" fill="#1f2937"/>
  <g fill="#1f2937" stroke="#e5e7eb" stroke-width="4">
    <circle cx="19" cy="20" r="8"/>
    <circle cx="45" cy="20" r="8"/>
  </g>
  <path d="M19 20 C 19 62, 45 62, 45 20" fill="none" stroke="#f59e0b" stroke-width="6" stroke-linecap="round"/>
</svg>
`;
