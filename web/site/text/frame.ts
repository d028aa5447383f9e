/** HTML that embeds `address` in another page at the height of its content. */
export const frameCode = (
  address: string,
) => `<iframe id="trip" title="TRIP" style="width: 100%; height: 60rem; border: 0"
  sandbox="allow-scripts allow-downloads allow-popups"
  src="${address.replaceAll('&', '&amp;')}"></iframe>
<script>
  addEventListener('message', ({ source, data }) => {
    const frame = document.getElementById('trip');
    if (source === frame.contentWindow && data.type === 'trip-height') frame.style.height = \`\${data.height}px\`;
  });
</script>
`;
