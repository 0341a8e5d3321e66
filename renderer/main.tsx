import './ui/styles/index.css';
